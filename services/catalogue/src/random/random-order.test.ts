import { describe, expect, it } from '@jest/globals';
import { permute } from './random-order.ts';

const shuffle = (size: number, key: number) =>
  Array.from({ length: size }, (_, place) => permute(place, size, key));

describe('permute', () => {
  it.each([1, 2, 3, 4, 5, 16, 17, 1000, 65_537])('maps each of %s indexes to a unique place', (size) => {
    const places = Array.from({ length: size }, (_, place) => place);
    expect(shuffle(size, 982_431).toSorted((left, right) => left - right)).toEqual(places);
  });

  it('returns a different order for each key', () => {
    const orders = Array.from({ length: 200 }, (_, key) => shuffle(30, key).join());
    expect(new Set(orders).size).toBe(200);
  });

  it('distributes places evenly over keys, and separates neighbours', () => {
    const counts = Array.from({ length: 12 }, () => new Map<number, number>());
    let steps = 0;
    for (let key = 0; key < 6000; key += 1) {
      const order = shuffle(12, key);
      for (const [thing, place] of order.entries()) {
        counts[thing]?.set(place, (counts[thing].get(place) ?? 0) + 1);
        if (thing > 0 && place - (order[thing - 1] ?? 0) === 1) steps += 1;
      }
    }
    const all = counts.flatMap((byPlace) => [...byPlace.values()]);
    expect(all).toHaveLength(144);
    expect(Math.min(...all)).toBeGreaterThan(400);
    expect(Math.max(...all)).toBeLessThan(600);
    // Of eleven pairs of neighbours, one in twelve.
    expect(steps / 6000).toBeGreaterThan(0.7);
    expect(steps / 6000).toBeLessThan(1.15);
  });
});
