import { deriveKitType, type KitTypeTraits } from '@kitroom/shared';

/** The rule by which the look of a kit type is generated. */
export type Cut = 'home' | 'away' | 'change' | 'keeper' | 'special' | 'training';

/** A kit type, with its frequency and requirements. */
export interface DemoKitType {
  name: string;
  cut: Cut;
  /** The start year of the first season that can have it. */
  since: number;
  /** The probability that a season has it, for a team whose `plenty` is 1. */
  share: number;
  /** Worn only in friendly matches, so in no competition. */
  isFriendly?: true;
  /** Another type without which a season cannot have this one. */
  needs?: string;
  /** Set if the traits derived from the name would sort the type wrongly. */
  traits?: KitTypeTraits;
}

/** All kit types of the demo catalogue. Types come after those that they need. */
// "GK" and "Training" have no number, so their derived priority would sort them after "GK 2" and "Training
// 2".
export const DEMO_KIT_TYPES: readonly DemoKitType[] = [
  { name: 'Home', cut: 'home', since: 1990, share: 1 },
  { name: 'Away', cut: 'away', since: 1990, share: 0.7 },
  { name: 'Third', cut: 'change', since: 1993, share: 0.4, needs: 'Away' },
  { name: 'Fourth', cut: 'change', since: 2017, share: 0.2, needs: 'Third' },
  { name: 'Cup', cut: 'home', since: 1990, share: 0.04 },
  { name: 'Special', cut: 'special', since: 1998, share: 0.07 },
  { name: 'GK', cut: 'keeper', since: 1990, share: 0.35, traits: deriveKitType('GK 1') },
  { name: 'GK 2', cut: 'keeper', since: 1996, share: 0.35, needs: 'GK' },
  { name: 'GK 3', cut: 'keeper', since: 2010, share: 0.3, needs: 'GK 2' },
  { name: 'Pre-Match', cut: 'training', since: 2009, share: 0.25 },
  { name: 'Warm-up', cut: 'training', since: 1996, share: 0.05 },
  { name: 'Staff Shirt', cut: 'training', since: 2004, share: 0.02 },
  { name: 'Pre-Season', cut: 'change', since: 1998, share: 0.03, isFriendly: true },
  { name: 'Temporary Home', cut: 'home', since: 1999, share: 0.02, isFriendly: true },
  { name: 'Training', cut: 'training', since: 1995, share: 0.2, traits: deriveKitType('Training 1') },
  { name: 'Training 2', cut: 'training', since: 2006, share: 0.3, needs: 'Training' },
  { name: 'GK Training', cut: 'training', since: 2012, share: 0.15, needs: 'Training' },
  { name: 'Travel', cut: 'training', since: 2010, share: 0.05 },
  { name: 'Polo', cut: 'training', since: 1996, share: 0.06 },
  { name: 'Anthem Jacket', cut: 'training', since: 2011, share: 0.15 },
  { name: 'Rain Jacket', cut: 'training', since: 2005, share: 0.04 },
  { name: 'Bench Jacket', cut: 'training', since: 1993, share: 0.03 },
  { name: 'Windbreaker', cut: 'training', since: 2015, share: 0.05 },
  { name: 'Track Jacket', cut: 'training', since: 1990, share: 0.04 },
  { name: 'Vest', cut: 'training', since: 2018, share: 0.04 },
];
