#!/usr/bin/env bash
# versions.sh finds what it is for: each of these lines, planted in a tree, is a fault, and these are
# none.
set -euo pipefail
. "$(dirname "$0")/planted.sh" versions.sh gcn/object driver

while IFS= read -r line; do
    plant driver/x.c "$line" refused
    plant gcn/object/x.c "$line" refused
    plant driver/x.def "$line" refused
done <<'LINES'
if (object->options->code_object_version < 3)
bool v2 = options->object_version->version_number == 2;
if (2 == object_version)
switch (v->version_number) {
return options_object_version(options) != 4;
return code_object_version - 2;
uint32_t minor[] = {1, object->options->code_object_version - 3};
switch (options->object_version->version_number) {
if (strcmp(options->object_version->name, "2") == 0)
if (options->object_version->name[0] == '2')
return target->major < 9 || target->step <= 7 || target->step == 12;
if (object_version >= VERSION_4)
bool v2 = version == V2;
bool v2 = options->object_version == &object_versions[0];
if (options->code_object_version & 2)
LINES

while IFS= read -r line; do
    plant driver/x.c "$line" accepted
done <<'LINES'
if (options->cl_version < 200)
const struct object_version *version = options->object_version;
if (!object_version_knows(version, target))
for (unsigned i = 0; i < object_version_count; i++)
{amd_machine_version_minor, target->minor},
if (visit->search == search->number && visit->passed <= passed)
LINES
plant gcn/object/object_version.c 'return version->version_number >= 3;' accepted

finish
