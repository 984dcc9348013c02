/* The functions of comgr's interface, version 2.4: what libocc_comgr.so exports.
 *
 * A status is COMGR_INVALID_ARGUMENT for a null handle, a NULL that is not allowed and a kind out of range,
 * COMGR_OUT_OF_RESOURCES when memory is short, COMGR_ERROR for what cannot be done with good arguments.  Who asks for
 * a text or for bytes calls twice: with NULL for the size, which includes a text's NUL, then with room for *size
 * bytes.  Any number of threads may use the library, each its own sets and infos; data objects may be shared once
 * they are set.  Source: amd_comgr.h, comgr 2.4. */
#ifndef OCC_DRIVER_COMGR_COMGR_H
#define OCC_DRIVER_COMGR_COMGR_H

#include "driver/comgr/comgr_types.h"

#include <stdbool.h>

#define COMGR_API __attribute__((visibility("default")))

/* ---- status.c ---- */

/* "SUCCESS" and so on; constant. */
COMGR_API enum comgr_status amd_comgr_status_string(enum comgr_status status, const char **text);
COMGR_API void amd_comgr_get_version(size_t *major, size_t *minor);

/* ---- isa.c, isa_metadata.c: targets, "amdgcn-amd-amdhsa--gfx900:xnack+" ---- */

COMGR_API enum comgr_status amd_comgr_get_isa_count(size_t *count);
/* The name is constant. */
COMGR_API enum comgr_status amd_comgr_get_isa_name(size_t index, const char **name);
/* Facts of the target as a tree, which the caller destroys. */
COMGR_API enum comgr_status amd_comgr_get_isa_metadata(const char *name, struct comgr_handle *node);

/* ---- data.c: bytes with a kind and a name, and a count of references ---- */

COMGR_API enum comgr_status amd_comgr_create_data(enum comgr_data_kind kind,
                                                  struct comgr_handle *data);
COMGR_API enum comgr_status amd_comgr_release_data(struct comgr_handle data);
COMGR_API enum comgr_status amd_comgr_get_data_kind(struct comgr_handle data,
                                                    enum comgr_data_kind *kind);
/* Copies size bytes, at least one. */
COMGR_API enum comgr_status amd_comgr_set_data(struct comgr_handle data, size_t size,
                                               const char *bytes);
/* Reads size bytes of a file from the offset on; the file's position stays. */
COMGR_API enum comgr_status amd_comgr_set_data_from_file_slice(struct comgr_handle data, int file,
                                                               uint64_t offset, uint64_t size);
COMGR_API enum comgr_status amd_comgr_set_data_name(struct comgr_handle data, const char *name);
COMGR_API enum comgr_status amd_comgr_get_data(struct comgr_handle data, size_t *size, char *bytes);
COMGR_API enum comgr_status amd_comgr_get_data_name(struct comgr_handle data, size_t *size,
                                                    char *name);
/* The text as it is: OpenCL C does not mangle names.  The new data object is the caller's. */
COMGR_API enum comgr_status amd_comgr_demangle_symbol_name(struct comgr_handle mangled,
                                                           struct comgr_handle *demangled);

/* ---- data_set.c: data objects in order, each once ---- */

COMGR_API enum comgr_status amd_comgr_create_data_set(struct comgr_handle *set);
COMGR_API enum comgr_status amd_comgr_destroy_data_set(struct comgr_handle set);
/* The data object needs a name. */
COMGR_API enum comgr_status amd_comgr_data_set_add(struct comgr_handle set,
                                                   struct comgr_handle data);
/* Removes all of a kind. */
COMGR_API enum comgr_status amd_comgr_data_set_remove(struct comgr_handle set,
                                                      enum comgr_data_kind kind);
COMGR_API enum comgr_status amd_comgr_action_data_count(struct comgr_handle set,
                                                        enum comgr_data_kind kind, size_t *count);
/* The index-th of a kind, with a reference that is the caller's. */
COMGR_API enum comgr_status amd_comgr_action_data_get_data(struct comgr_handle set,
                                                           enum comgr_data_kind kind, size_t index,
                                                           struct comgr_handle *data);

/* ---- action_info.c: how an action is done ---- */

COMGR_API enum comgr_status amd_comgr_create_action_info(struct comgr_handle *info);
COMGR_API enum comgr_status amd_comgr_destroy_action_info(struct comgr_handle info);
/* NULL or "": none. */
COMGR_API enum comgr_status amd_comgr_action_info_set_isa_name(struct comgr_handle info,
                                                               const char *name);
COMGR_API enum comgr_status amd_comgr_action_info_get_isa_name(struct comgr_handle info,
                                                               size_t *size, char *name);
COMGR_API enum comgr_status amd_comgr_action_info_set_language(struct comgr_handle info,
                                                               enum comgr_language language);
COMGR_API enum comgr_status amd_comgr_action_info_get_language(struct comgr_handle info,
                                                               enum comgr_language *language);
/* Options as one text, with blanks between them, and nothing that quotes; or as a list.  Each replaces what there
 * was of both; only what was set can be asked for: else COMGR_ERROR. */
COMGR_API enum comgr_status amd_comgr_action_info_set_options(struct comgr_handle info,
                                                              const char *options);
COMGR_API enum comgr_status amd_comgr_action_info_get_options(struct comgr_handle info,
                                                              size_t *size, char *options);
COMGR_API enum comgr_status amd_comgr_action_info_set_option_list(struct comgr_handle info,
                                                                  const char *options[],
                                                                  size_t count);
COMGR_API enum comgr_status amd_comgr_action_info_get_option_list_count(struct comgr_handle info,
                                                                        size_t *count);
COMGR_API enum comgr_status amd_comgr_action_info_get_option_list_item(struct comgr_handle info,
                                                                       size_t index, size_t *size,
                                                                       char *option);
/* Where #include looks first. */
COMGR_API enum comgr_status
amd_comgr_action_info_set_working_directory_path(struct comgr_handle info, const char *path);
COMGR_API enum comgr_status
amd_comgr_action_info_get_working_directory_path(struct comgr_handle info, size_t *size,
                                                 char *path);
COMGR_API enum comgr_status amd_comgr_action_info_set_logging(struct comgr_handle info,
                                                              bool logging);
COMGR_API enum comgr_status amd_comgr_action_info_get_logging(struct comgr_handle info,
                                                              bool *logging);

/* ---- action.c: README.md says what each does ---- */

/* Adds what it makes to the result, and with logging a data object with the log, also after an error. */
COMGR_API enum comgr_status amd_comgr_do_action(enum comgr_action_kind kind,
                                                struct comgr_handle info, struct comgr_handle input,
                                                struct comgr_handle result);

/* ---- metadata.c: trees.  Nodes are the caller's to destroy, but for those that a callback gets ---- */

/* Of a code object; COMGR_INVALID_ARGUMENT: it has none, or is none. */
COMGR_API enum comgr_status amd_comgr_get_data_metadata(struct comgr_handle data,
                                                        struct comgr_handle *node);
COMGR_API enum comgr_status amd_comgr_destroy_metadata(struct comgr_handle node);
COMGR_API enum comgr_status amd_comgr_get_metadata_kind(struct comgr_handle node,
                                                        enum comgr_metadata_kind *kind);
/* Numbers are decimal, booleans of MsgPack 0 and 1. */
COMGR_API enum comgr_status amd_comgr_get_metadata_string(struct comgr_handle node, size_t *size,
                                                          char *text);
COMGR_API enum comgr_status amd_comgr_get_metadata_map_size(struct comgr_handle node, size_t *size);
/* In the order of the keys' bytes.  What the callback returns changes nothing. */
COMGR_API enum comgr_status amd_comgr_iterate_map_metadata(
    struct comgr_handle node,
    enum comgr_status (*callback)(struct comgr_handle key, struct comgr_handle value, void *data),
    void *data);
/* COMGR_ERROR: there is no such key. */
COMGR_API enum comgr_status amd_comgr_metadata_lookup(struct comgr_handle node, const char *key,
                                                      struct comgr_handle *value);
COMGR_API enum comgr_status amd_comgr_get_metadata_list_size(struct comgr_handle node,
                                                             size_t *size);
COMGR_API enum comgr_status amd_comgr_index_list_metadata(struct comgr_handle node, size_t index,
                                                          struct comgr_handle *value);

/* ---- symbol.c: of relocatable objects .symtab, of executables .dynsym ---- */

/* The name of the target that the object says it is for. */
COMGR_API enum comgr_status amd_comgr_get_data_isa_name(struct comgr_handle data, size_t *size,
                                                        char *name);
/* Symbols live until the callback returns.  What it returns changes nothing. */
COMGR_API enum comgr_status
amd_comgr_iterate_symbols(struct comgr_handle data,
                          enum comgr_status (*callback)(struct comgr_handle symbol, void *data),
                          void *user_data);
/* COMGR_ERROR: there is no such symbol.  It lives as long as the data object. */
COMGR_API enum comgr_status amd_comgr_symbol_lookup(struct comgr_handle data, const char *name,
                                                    struct comgr_handle *symbol);
COMGR_API enum comgr_status amd_comgr_symbol_get_info(struct comgr_handle symbol,
                                                      enum comgr_symbol_info info, void *value);

/* ---- names.c: comgr 2.5 and 2.6, which runtimes from ROCm 5.5 on load by name; of executables and IR ---- */

/* *count: of the names that the next function gives. */
COMGR_API enum comgr_status amd_comgr_populate_mangled_names(struct comgr_handle data,
                                                             size_t *count);
/* COMGR_ERROR: there is no such index, or nothing was populated. */
COMGR_API enum comgr_status amd_comgr_get_mangled_name(struct comgr_handle data, size_t index,
                                                       size_t *size, char *name);
/* The same of expressions in the source of HIP's run-time compiler, and the symbols that they are. */
COMGR_API enum comgr_status amd_comgr_populate_name_expression_map(struct comgr_handle data,
                                                                   size_t *count);
/* COMGR_INVALID_ARGUMENT: there is no such expression. */
COMGR_API enum comgr_status amd_comgr_map_name_expression_to_symbol_name(struct comgr_handle data,
                                                                         size_t *size,
                                                                         const char *expression,
                                                                         char *symbol);

/* ---- symbolizer.c: addresses by symbols, as llvm-symbolizer prints them ---- */

COMGR_API enum comgr_status amd_comgr_create_symbolizer_info(struct comgr_handle data,
                                                             void (*print)(const char *text,
                                                                           void *data),
                                                             struct comgr_handle *info);
COMGR_API enum comgr_status amd_comgr_destroy_symbolizer_info(struct comgr_handle info);
COMGR_API enum comgr_status amd_comgr_symbolize(struct comgr_handle info, uint64_t address,
                                                bool is_code, void *data);

/* ---- disassembly.c: instructions one by one ---- */

/* read gives up to size bytes of memory, and says how many; print gets the text of an instruction, annotate the
 * address that a branch leads to. */
COMGR_API enum comgr_status amd_comgr_create_disassembly_info(
    const char *isa_name, uint64_t (*read)(uint64_t from, char *to, uint64_t size, void *data),
    void (*print)(const char *text, void *data), void (*annotate)(uint64_t address, void *data),
    struct comgr_handle *info);
COMGR_API enum comgr_status amd_comgr_destroy_disassembly_info(struct comgr_handle info);
/* *size: of the instruction, in bytes; COMGR_ERROR: there is none at the address. */
COMGR_API enum comgr_status amd_comgr_disassemble_instruction(struct comgr_handle info,
                                                              uint64_t address, void *data,
                                                              uint64_t *size);

/* ---- bundle.c ---- */

/* Where in a bundle, or whether in an object, there is code for each target. */
COMGR_API enum comgr_status amd_comgr_lookup_code_object(struct comgr_handle data,
                                                         struct comgr_code_object_info *list,
                                                         size_t count);

#endif
