import { PHOTO_PIXELS_MAX } from '@kitroom/collection-client';

/** A picture to be decoded. */
export interface PictureToDecode {
  /** The user whose picture it is. */
  owner: number;
  pixels: number;
}

/**
 * How many pixels one process decodes at a time, for all users and for one, as decoding takes memory per
 * pixel, and threads that other work needs. A small picture counts as PIXELS_MIN, which limits their number.
 */
const PIXELS_MAX = 2 * PHOTO_PIXELS_MAX;
const PIXELS_OF_USER_MAX = PHOTO_PIXELS_MAX;
const PIXELS_MIN = PHOTO_PIXELS_MAX / 2;

interface WaitingPicture extends PictureToDecode {
  start(): void;
}

/** A user with pictures that are waiting or being decoded. */
interface Owner {
  pixels: number;
  pictures: number;
  /** The number of the user's last turn. */
  lastTurn: number;
}

const waiting: WaitingPicture[] = [];
const owners = new Map<number, Owner>();
let pixelsInProgress = 0;
let turns = 0;

/**
 * Decodes a picture when it is its turn: first the users whose last turn was longest ago, then the oldest
 * picture.
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
    pixelsInProgress -= pixels;
    owner.pixels -= pixels;
    owner.pictures -= 1;
    if (owner.pictures === 0) owners.delete(picture.owner);
    startNext();
  }
}

/**
 * Starts as many pictures as the limit allows. A large picture is not overtaken, as it might wait forever.
 */
function startNext(): void {
  for (;;) {
    const next = findNext();
    if (!next || pixelsInProgress + next.pixels > PIXELS_MAX) return;
    const owner = owners.get(next.owner);
    if (!owner) throw new Error('a picture without an owner waits to be decoded');
    waiting.splice(waiting.indexOf(next), 1);
    pixelsInProgress += next.pixels;
    owner.pixels += next.pixels;
    owner.lastTurn = turns += 1;
    next.start();
  }
}

function findNext(): WaitingPicture | undefined {
  const lastTurn = ({ owner }: WaitingPicture) => owners.get(owner)?.lastTurn ?? 0;
  return waiting
    .filter(({ owner, pixels }) => (owners.get(owner)?.pixels ?? 0) + pixels <= PIXELS_OF_USER_MAX)
    .toSorted((left, right) => lastTurn(left) - lastTurn(right))[0];
}
