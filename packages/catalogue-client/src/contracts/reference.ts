import * as z from 'zod';
import { DESIGNS, type Contract, type ContractTree } from '@kitroom/shared';
import { commonErrors } from './errors.ts';
import { colour } from './kit-list-items.ts';
import { kitType } from './kits.ts';
import { countryCode, kitCount } from './record-lists.ts';

const read = { method: 'GET', tag: 'Reference', cacheSeconds: 1800 } as const;

/** A country with clubs. */
export const country = z
  .object({ code: countryCode, name: z.string(), club_count: z.int(), ...kitCount })
  .meta({ id: 'Country' });

export const listedKitType = kitType.extend(kitCount).meta({ id: 'ListedKitType' });
export const listedColour = colour.extend(kitCount).meta({ id: 'ListedColour' });
export const listedDesign = z.object({ name: z.enum(DESIGNS), ...kitCount }).meta({ id: 'ListedDesign' });

/** `GET /api/countries`: the countries of clubs, by name. */
export const listCountries = {
  ...read,
  id: 'listCountries',
  path: '/api/countries',
  summary: 'List countries',
  responses: { 200: { schema: z.array(country) }, ...commonErrors },
} as const satisfies Contract;

/** `GET /api/kit-types`: the kit types in their order. */
export const listKitTypes = {
  ...read,
  id: 'listKitTypes',
  path: '/api/kit-types',
  summary: 'List kit types',
  responses: { 200: { schema: z.array(listedKitType) }, ...commonErrors },
} as const satisfies Contract;

/** `GET /api/colors`: the colours, with the numbers of kits that have them as primary colour. */
export const listColours = {
  ...read,
  id: 'listColours',
  path: '/api/colors',
  summary: 'List colours',
  responses: { 200: { schema: z.array(listedColour) }, ...commonErrors },
} as const satisfies Contract;

/** `GET /api/designs`: the designs. */
export const listDesigns = {
  ...read,
  id: 'listDesigns',
  path: '/api/designs',
  summary: 'List designs',
  responses: { 200: { schema: z.array(listedDesign) }, ...commonErrors },
} as const satisfies Contract;

/** The endpoints, keyed by client method name. */
export const referenceEndpoints = {
  /** The countries of clubs, with numbers of clubs and kits. */
  countries: listCountries,
  /** All kit types in their order, with numbers of kits. */
  kitTypes: listKitTypes,
  /** All colours, with the numbers of kits that have them as primary colour. */
  colors: listColours,
  /** All designs, with numbers of kits. */
  designs: listDesigns,
} as const satisfies ContractTree;
