import { DESIGN_CODES, ITEM_COLOURS } from '@kitroom/collection-client';

/** The colours of kits, each with its hex code. */
export const COLOURS = ITEM_COLOURS;

export const DESIGNS = DESIGN_CODES.map(({ name }) => ({ value: name, label: name }));

export const DECADES = [2020, 2010, 2000, 1990, 1980, 1970].map((year) => ({
  value: String(year),
  label: `${year}s`,
}));

export const CATEGORIES = [
  { value: 'match', label: 'Match' },
  { value: 'prematch', label: 'Pre-match' },
  { value: 'preseason', label: 'Pre-season' },
  { value: 'training', label: 'Training' },
  { value: 'travel', label: 'Travel' },
  { value: 'jacket', label: 'Jacket' },
];
