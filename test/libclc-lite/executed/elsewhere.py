"""Functions whose calls other tests execute: a pattern of names (fnmatch), and the file below test/ that has the
calls; after a colon the part of the name that stands there, where a script makes the rest."""
import fnmatch
import os
import re

from functions import all_functions

IDS, RAGGED, FENCES = 'language/workitems/ids.cl', 'language/workitems/ragged.cl', 'language/workitems/barrier.cl'
SHAPES, QUERIES, LINEAR = 'language/images/shapes.cl', 'language/images/query.cl', 'language/versions/cl20.cl'
ELSEWHERE = {
    'convert_*': 'language/conversions/generate.py:convert_',
    'read_image[fiu]*': SHAPES, 'write_image[fiu]*': SHAPES, '*_imageh': 'language/images/half_texels.cl',
    'get_image_num_mip_levels': 'language/images/levels.cl', 'get_image_[wh]*': QUERIES, 'get_image_[acd]*': QUERIES,
    'printf': 'language/printf',
    'get_work_dim': IDS, 'get_global_id': IDS, 'get_global_size': IDS, 'get_global_offset': IDS, 'get_local_id': IDS, 'get_*_linear_id': LINEAR,
    'get_local_size': IDS, 'get_num_groups': IDS, 'get_group_id': IDS, 'get_enqueued_local_size': RAGGED,
    'get_*sub_group*': 'language/opencl2/subgroups.cl', 'sub_group_barrier': 'language/opencl2/subgroups.cl',
    'barrier': FENCES, '*mem_fence': FENCES, 'work_group_barrier': 'language/atomics/local.cl',
    'atomic_work_item_fence': 'language/atomics/fence.cl', 'get_fence': 'language/opencl2/address_spaces.cl',
    'wait_group_events': 'language/functions/events.cl', 'is_valid_reserve_id': 'language/opencl2/pipes.cl',
    'ndrange_*': 'enqueue/ranges.cl', '*_event': 'enqueue/events.cl', '*_user_event*': 'enqueue/events.cl',
    'enqueue_marker': 'enqueue/events.cl', 'capture_event_profiling_info': 'enqueue/events.cl',
    'get_default_queue': 'enqueue/events.cl',
    '*image*_samples': 'language/images/msaa.cl', 'bit*_*': 'extension/bit_ops.py', 'clock_read_*': 'extension/small.py:clock_read_',
}
LANES = {function.name for function in all_functions()}  # libclc-lite/lanes
TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..')


def has_call(path, name):
    """Of a folder: one of its files."""
    if os.path.isdir(path):
        return any(has_call(os.path.join(path, one), name) for one in os.listdir(path))
    with open(path, encoding='utf-8') as file:
        return re.search(rf'\b{name}', file.read()) is not None


def is_elsewhere(name, used):
    """used: what is added to."""
    if name in LANES:
        return True
    for pattern, place in ELSEWHERE.items():
        path, _, part = place.partition(':')
        if fnmatch.fnmatchcase(name, pattern) and has_call(os.path.join(TESTS, path), part or rf'{name}\b'):
            used.add(pattern)
            return True
    return False
