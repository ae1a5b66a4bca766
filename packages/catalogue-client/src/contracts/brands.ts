import { idInput, keywordInput, type Contract, type ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { errorResponse, responsesOf } from './errors.ts';
import { kitCount, recordListQuery } from './record-lists.ts';

const TAG = 'Brands';

/** A maker of kits; `logo` is the URL of `/api/no-logo.svg` if the brand has none. */
export const brand = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    logo: z.string(),
    logo_dark: z.string().nullable(),
  })
  .meta({ id: 'Brand' });

/** A brand of a list. */
export const listedBrand = brand.extend(kitCount).meta({ id: 'ListedBrand' });

/** `GET /api/brands`: brands by name or number of kits. */
export const listBrands = {
  id: 'listBrands',
  method: 'GET',
  path: '/api/brands',
  tag: TAG,
  summary: 'List brands',
  query: z.object(recordListQuery),
  responses: responsesOf(z.array(listedBrand)),
  cacheSeconds: 1800,
} as const satisfies Contract;

/** `GET /api/brands/search`: up to ten brands by name or slug, forgiving typing mistakes and accents. */
export const searchBrands = {
  id: 'searchBrands',
  method: 'GET',
  path: '/api/brands/search',
  tag: TAG,
  summary: 'Search brands by name or slug',
  query: z.object({ keyword: keywordInput }),
  responses: responsesOf(z.array(brand)),
  cacheSeconds: 1800,
} as const satisfies Contract;

/** `GET /api/brands/{brand_id}`: one brand. */
export const getBrand = {
  id: 'getBrand',
  method: 'GET',
  path: '/api/brands/{brand_id}',
  tag: TAG,
  summary: 'Get a brand',
  params: z.object({ brand_id: idInput }),
  responses: responsesOf(brand, { 404: errorResponse }),
} as const satisfies Contract;

/** By the names of the client’s methods. */
export const brandEndpoints = {
  /** A page of brands with their numbers of kits, by name unless `ordering` is given. */
  list: listBrands,
  /** Up to ten brands by name or slug, tolerating typos and accents. */
  search: searchBrands,
  /** One brand; status 404 if there is none with this id. */
  get: getBrand,
} as const satisfies ContractTree;
