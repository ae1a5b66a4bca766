export * from './contracts/index.ts';
export * from './client.ts';
export * from './collection-error.ts';
export { eachEntry, type Page, type PagedMethod } from '@kitroom/client';
export type * from './schema-types.ts';
export {
  COLOUR_HEX,
  COLOUR_NAMES,
  CONNECTION_STATES,
  DESIGNS,
  HEALTH_STATUSES,
  KIT_CATEGORIES,
  READY_STATUSES,
  type ColourName,
  type KitCategory,
} from '@kitroom/shared';
export type { ResponseHead, CallOptions, Fetch, HeadersOption } from '@kitroom/client';
