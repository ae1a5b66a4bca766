import { PHOTO_PIXELS_MAX } from '@kitroom/collection-client';

/** A picture to be decoded. */
export interface PictureToDecode {
  /** The user whose picture it is. */
  owner: number;
  pixels: number;
}

/**
 * How many pixels one process decodes at a time, for all users and for one: a picture takes memory by its
 * pixels, and threads that others need. A small one counts as this many, which limits their number.
 */
const PIXELS_MAX = 2 * PHOTO_PIXELS_MAX;
const PIXELS_OF_USER_MAX = PHOTO_PIXELS_MAX;
const PIXELS_MIN = PHOTO_PIXELS_MAX / 2;

interface Waiting extends PictureToDecode {
  start(): void;
}

/** What a user with pictures waiting or in work has. */
interface Owner {
  pixels: number;
  pictures: number;
  /** The number of its last turn. */
  lastTurn: number;
}

const waiting: Waiting[] = [];
const owners = new Map<number, Owner>();
let pixelsInWork = 0;
let turns = 0;

/**
 * Decodes a picture when it is its turn: that of the user who has waited longest for one, then the oldest.
 */
export async function decodeInTurn<T>(picture: PictureToDecode, work: () => Promise<T>): Promise<T> {
  const pixels = Math.min(Math.max(picture.pixels, PIXELS_MIN), PIXELS_OF_USER_MAX);
  const owner = owners.get(picture.owner) ?? { pixels: 0, pictures: 0, lastTurn: 0 };
  owners.set(picture.owner, owner);
  owner.pictures += 1;
  await new Promise<void>((start) => {
    waiting.push({ owner: picture.owner, pixels, start });
    startNext();
  });
  try {
    return await work();
  } finally {
    pixelsInWork -= pixels;
    owner.pixels -= pixels;
    owner.pictures -= 1;
    if (owner.pictures === 0) owners.delete(picture.owner);
    startNext();
  }
}

/** Starts what there is room for. A large picture is not overtaken, as it might wait forever. */
function startNext(): void {
  for (;;) {
    const next = findNext();
    if (!next || pixelsInWork + next.pixels > PIXELS_MAX) return;
    const owner = owners.get(next.owner);
    if (!owner) throw new Error('a picture without an owner waits to be decoded');
    waiting.splice(waiting.indexOf(next), 1);
    pixelsInWork += next.pixels;
    owner.pixels += next.pixels;
    owner.lastTurn = turns += 1;
    next.start();
  }
}

function findNext(): Waiting | undefined {
  const lastTurn = ({ owner }: Waiting) => owners.get(owner)?.lastTurn ?? 0;
  return waiting
    .filter(({ owner, pixels }) => (owners.get(owner)?.pixels ?? 0) + pixels <= PIXELS_OF_USER_MAX)
    .toSorted((one, other) => lastTurn(one) - lastTurn(other))[0];
}
