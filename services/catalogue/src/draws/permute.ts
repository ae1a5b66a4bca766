const ROUNDS = 4;

/**
 * The place to which a shuffle of `size` things moves the one at `place`: a Feistel network with as many bits as the
 * size needs, walked until it lands among them. Each key is another shuffle. `size` is at most 2 ** 31.
 */
export function permute(place: number, size: number, key: number): number {
  const bits = Math.ceil(Math.log2(Math.max(size, 2)) / 2);
  let moved = place;
  do moved = shuffleBits(moved, bits, key);
  while (moved >= size);
  return moved;
}

function shuffleBits(value: number, bits: number, key: number): number {
  const mask = 2 ** bits - 1;
  let left = value >>> bits;
  let right = value & mask;
  for (let round = 0; round < ROUNDS; round += 1) {
    [left, right] = [right, left ^ (mix(right + mix(key * ROUNDS + round)) & mask)];
  }
  return ((left << bits) | right) >>> 0;
}

/** The finalizer of MurmurHash3: each bit of the value changes about half of the result's. */
function mix(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85_eb_ca_6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35);
  return mixed ^ (mixed >>> 16);
}
