import * as z from 'zod';
import { idInput, keywordInput, type Contract, type ContractTree } from '@kitroom/shared';
import { errorResponse, responsesOf } from './errors.ts';
import { kitCount, recordFields, recordListQuery } from './record-lists.ts';

const read = { method: 'GET', tag: 'Brands' } as const;
const cached = { ...read, cacheSeconds: 1800 } as const;

/** A kit manufacturer. Without a logo, `logo` is the URL of `/api/no-logo.svg`. */
export const brand = z.object(recordFields).meta({ id: 'Brand' });

/** A brand of a list. */
export const listedBrand = brand.extend(kitCount).meta({ id: 'ListedBrand' });

/** `GET /api/brands`: brands by name or number of kits. */
export const listBrands = {
  ...cached,
  id: 'listBrands',
  path: '/api/brands',
  summary: 'List brands',
  query: z.object(recordListQuery),
  responses: responsesOf(z.array(listedBrand)),
} as const satisfies Contract;

/** `GET /api/brands/search`: up to ten brands by name or slug, tolerating typos and accents. */
export const searchBrands = {
  ...cached,
  id: 'searchBrands',
  path: '/api/brands/search',
  summary: 'Search brands by name or slug',
  query: z.object({ keyword: keywordInput }),
  responses: responsesOf(z.array(brand)),
} as const satisfies Contract;

/** `GET /api/brands/{brand_id}`: one brand. */
export const getBrand = {
  ...read,
  id: 'getBrand',
  path: '/api/brands/{brand_id}',
  summary: 'Get a brand',
  params: z.object({ brand_id: idInput.meta({ idOf: 'brand' }) }),
  responses: responsesOf(brand, { 404: errorResponse }),
} as const satisfies Contract;

/** The endpoints, keyed by client method name. */
export const brandEndpoints = {
  /** A page of brands with their numbers of kits, sorted by name unless `ordering` is given. */
  list: listBrands,
  /** Up to ten brands by name or slug, tolerating typos and accents. */
  search: searchBrands,
  /** One brand. Status 404 if it does not exist. */
  get: getBrand,
} as const satisfies ContractTree;
