import {
  CONTENT_TYPE_IDS,
  DESIGN_CODES,
  getLimits,
  ITEM_COLOURS,
  ITEM_TYPES,
  listColours,
  listContentTypes,
  listDesigns,
  listSizes,
  SIZES,
  type ItemType,
} from '@kitroom/collection-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import type { Config } from '../config.ts';
import { describeLimits } from './describe-limits.ts';

/** What a front end needs before it shows a form; none of it is read from the database. */
export function referenceRoutes({ config }: { config: Config }): Endpoint[] {
  const limits = describeLimits(config);
  return [
    endpoint(listColours, () => [...ITEM_COLOURS]),
    endpoint(listSizes, () => [...SIZES]),
    endpoint(listDesigns, () => [...DESIGN_CODES]),
    endpoint(listContentTypes, () => ITEM_TYPES.map(toContentType)),
    endpoint(getLimits, () => limits),
  ];
}

function toContentType(type: ItemType) {
  return { id: CONTENT_TYPE_IDS[type], item_type: type, name: type[0]?.toUpperCase() + type.slice(1) };
}
