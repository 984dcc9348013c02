/* Happens-before between the work-items of a group: what strict_items.c asks of strict_item_order.c. */
#ifndef OCC_RUNTIME_SIM_STRICT_STRICT_ITEM_ORDER_H
#define OCC_RUNTIME_SIM_STRICT_STRICT_ITEM_ORDER_H

#include "runtime/sim/strict/strict_points.h"

struct item_order;  /* of a wave */
struct item_places; /* of all of a dispatch: what atomic accesses have been given */

/* Of a dispatch that begins; NULL: its code has no such orders. */
struct item_places *item_places_new(const struct sim_device *device, struct arena *arena);
/* Of a wave that begins; before: of the one that had its place, or NULL. */
struct item_order *item_order_begin(struct item_places *places, struct item_order *before);
/* The wave has come to a fence, or to atomic operations with an order. */
void item_order_meet(struct item_order *order, const struct sim_wave *wave,
                     const struct sim_check *check);
/* An atomic access of a lane; group: of LDS that of the work-group, else 0. */
void item_order_atomic(struct item_order *order, int lane, uint64_t group, uint64_t address,
                       bool loads, bool stores);
/* A number for what the lane does now, which grows with each release. */
uint32_t item_order_epoch(const struct item_order *order, int lane);
/* Has what the other lane did then happened before what this one does now?  is_many: others did it, too. */
bool item_order_knows(const struct item_order *order, int lane, unsigned other, uint32_t epoch,
                      bool is_many);
/* The same of a lane of another wave of the group; own: the lane that does now. */
bool item_order_knows_wave(const struct item_order *order, int own, const struct item_order *other,
                           unsigned lane, uint32_t epoch, bool is_many);

#endif
