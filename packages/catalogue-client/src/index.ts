export * from './contracts/index.ts';
export { CatalogueError, type CatalogueClientOptions, type CatalogueErrorCode } from './connection.ts';
export * from './client.ts';
export * from './follow-scrape.ts';
export * from './pages.ts';
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
  type Design,
  type KitCategory,
} from '@kitroom/shared';
export type { ResponseHead, CallOptions, Interceptor, OutgoingRequest, Page } from '@kitroom/client';
