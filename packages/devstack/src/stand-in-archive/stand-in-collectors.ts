import { listKits, type StandInKit } from './stand-in-kits.ts';

/** The ids of all collectors of the stand-in archive. */
export const STAND_IN_COLLECTORS = {
  withoutKits: 1000,
  withThreeKits: 1003,
  withManyKits: 1057,
  withVeryManyKits: 1640,
  /** All requests for this collector return status 500. */
  broken: 1500,
  /** The first request of the second page returns 429 with `Retry-After: 2`. */
  rateLimited: 1429,
} as const;

/** How many kits each collector has; feeds also contain free-text entries. */
export const STAND_IN_KIT_COUNTS: Readonly<Record<number, number>> = {
  [STAND_IN_COLLECTORS.withoutKits]: 0,
  [STAND_IN_COLLECTORS.withThreeKits]: 3,
  [STAND_IN_COLLECTORS.withManyKits]: 57,
  [STAND_IN_COLLECTORS.withVeryManyKits]: 640,
  [STAND_IN_COLLECTORS.broken]: 5,
  [STAND_IN_COLLECTORS.rateLimited]: 25,
};

/** A collector of the stand-in archive. Empty strings are missing values. */
export interface StandInCollector {
  id: number;
  name: string;
  /** Relative to the site. */
  image: string;
  twitter: string;
  instagram: string;
  description: string;
  /** A string for some collectors, as in the real archive. */
  points: number | string;
  kits: StandInKit[];
}

const profiles: Readonly<Record<number, Partial<StandInCollector>>> = {
  [STAND_IN_COLLECTORS.withoutKits]: { name: 'Nora Neu', points: 0 },
  [STAND_IN_COLLECTORS.withThreeKits]: {
    name: 'Lía & Søren <3',
    image: '/static/profilepic/1003.png',
    description: 'Three shirts,\none wardrobe.',
    points: 4,
  },
  [STAND_IN_COLLECTORS.withManyKits]: {
    name: 'Marta Sammlerin',
    image: '/static/profilepic/1057.png',
    twitter: 'marta_kits_example',
    description: 'Stripes first.',
    points: '1212',
  },
  [STAND_IN_COLLECTORS.withVeryManyKits]: {
    name: 'Gran Colección',
    image: '/static/profilepic/1640.png',
    instagram: 'gran.coleccion.example',
    points: '15873',
  },
  [STAND_IN_COLLECTORS.rateLimited]: { name: 'Patience Vantar', points: 25 },
};

/** Finds a collector by id; deterministic. */
export function findStandInCollector(id: number): StandInCollector | undefined {
  const count = STAND_IN_KIT_COUNTS[id];
  if (count === undefined) return undefined;
  return {
    id,
    name: `Collector ${id}`,
    image: '',
    twitter: '',
    instagram: '',
    description: '',
    points: count,
    ...profiles[id],
    kits: listKits(id, count),
  };
}
