#include "locks.h"

#include <string.h>

enum { NONE = -1 };

void locks_clear(struct lock_table *table) {
  for (int i = 0; i < LOCK_BUCKETS; i++) table->buckets[i] = NONE;
  for (int i = 0; i < LOCK_OBJECTS; i++) table->objects[i].next = i + 1 < LOCK_OBJECTS ? i + 1 : NONE;
  table->free = 0;
  table->newest = table->oldest = NONE;
}

static int32_t *bucket_of(struct lock_table *table, uint64_t inode, int position) {
  uint64_t key = inode * PFS_MOST_SERVERS + (uint64_t)position;
  return &table->buckets[(key * 0x9E3779B97F4A7C15ULL >> 32) % LOCK_BUCKETS];
}

/* The link that leads to an object, or the one that ends its chain. */
static int32_t *link_to(struct lock_table *table, uint64_t inode, int position) {
  int32_t *link = bucket_of(table, inode, position);
  while (*link != NONE) {
    struct lock_object *object = &table->objects[*link];
    if (object->inode == inode && object->position == position) break;
    link = &object->next;
  }
  return link;
}

static void leave_order(struct lock_table *table, int32_t index) {
  struct lock_object *object = &table->objects[index];
  *(object->newer == NONE ? &table->newest : &table->objects[object->newer].older) = object->older;
  *(object->older == NONE ? &table->oldest : &table->objects[object->older].newer) = object->newer;
}

static void enter_order(struct lock_table *table, int32_t index) {
  struct lock_object *object = &table->objects[index];
  object->newer = NONE;
  object->older = table->newest;
  *(table->newest == NONE ? &table->oldest : &table->objects[table->newest].newer) = index;
  table->newest = index;
}

/* Forgets the object that `link` leads to. */
static void forget(struct lock_table *table, int32_t *link) {
  int32_t index = *link;
  *link = table->objects[index].next;
  leave_order(table, index);
  table->objects[index].next = table->free;
  table->free = index;
}

/* Finds or makes an object; room for it is taken from the one longest unused. */
static struct lock_object *object_of(struct lock_table *table, uint64_t inode, int position, int *dropped) {
  int32_t *link = link_to(table, inode, position);
  if (*link != NONE) {
    int32_t index = *link;
    leave_order(table, index);
    enter_order(table, index);
    return &table->objects[index];
  }
  if (table->free == NONE) {
    struct lock_object *unused = &table->objects[table->oldest];
    *dropped += unused->extents_used;
    forget(table, link_to(table, unused->inode, unused->position));
    link = link_to(table, inode, position); /* the chain may have been this one */
  }
  int32_t index = table->free;
  struct lock_object *object = &table->objects[index];
  table->free = object->next;
  object->inode = inode;
  object->position = position;
  object->extents_used = 0;
  object->next = NONE;
  *link = index;
  enter_order(table, index);
  return object;
}

static bool overlap(struct range a, struct range b) { return a.begin < b.end && b.begin < a.end; }

static bool within(struct range inner, struct range outer) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

static bool holds(const struct lock_object *object, uint32_t client, struct range range, bool write) {
  for (int i = 0; i < object->extents_used; i++) {
    const struct extent *extent = &object->extents[i];
    if (extent->client == client && (extent->write || !write) && within(range, extent->range)) return true;
  }
  return false;
}

static void remove_extent(struct lock_object *object, int i) {
  object->extents_used--;
  memmove(&object->extents[i], &object->extents[i + 1],
          (size_t)(object->extents_used - i) * sizeof object->extents[0]);
}

/* Takes away what others hold against the request, and narrows `grant` to what they hold beside it. */
static int revoke(struct lock_object *object, uint32_t client, struct range range, bool write,
                  struct range *grant) {
  int revocations = 0;
  for (int i = object->extents_used - 1; i >= 0; i--) {
    struct extent *extent = &object->extents[i];
    if (extent->client == client || !(write || extent->write)) continue;
    if (overlap(extent->range, range)) {
      remove_extent(object, i);
      revocations++;
    } else if (extent->range.end <= range.begin) {
      if (extent->range.end > grant->begin) grant->begin = extent->range.end;
    } else if (extent->range.begin < grant->end) {
      grant->end = extent->range.begin;
    }
  }
  return revocations;
}

/* Removes extents of the client that a new grant makes superfluous. A write lock serves reads, not the
 * reverse. */
static void absorb(struct lock_object *object, uint32_t client, struct range grant, bool write) {
  for (int i = object->extents_used - 1; i >= 0; i--) {
    struct extent *extent = &object->extents[i];
    if (extent->client == client && (write || !extent->write) && within(extent->range, grant))
      remove_extent(object, i);
  }
}

struct lock_result locks_acquire(struct lock_table *table, uint64_t inode, int position, uint32_t client,
                                 struct range range, bool write) {
  struct lock_result result = {0, 0, 0};
  struct lock_object *object = object_of(table, inode, position, &result.dropped);
  if (holds(object, client, range, write)) return result;

  struct range grant = {0, INT64_MAX};
  result.revocations = revoke(object, client, range, write, &grant);
  absorb(object, client, grant, write);
  if (object->extents_used == LOCK_EXTENTS) {
    remove_extent(object, 0);
    result.dropped++;
  }
  object->extents[object->extents_used++] = (struct extent){grant, client, write};
  result.granted = 1;
  return result;
}

void locks_forget_inode(struct lock_table *table, uint64_t inode) {
  for (int position = 0; position < PFS_MOST_SERVERS; position++) {
    int32_t *link = link_to(table, inode, position);
    if (*link != NONE) forget(table, link);
  }
}

void locks_forget_client(struct lock_table *table, uint32_t client) {
  for (int32_t index = table->newest; index != NONE; index = table->objects[index].older) {
    struct lock_object *object = &table->objects[index];
    for (int i = object->extents_used - 1; i >= 0; i--)
      if (object->extents[i].client == client) remove_extent(object, i);
  }
}
