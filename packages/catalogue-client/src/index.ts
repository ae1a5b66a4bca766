export * from './contracts/index.ts';
export * from './catalogue-error.ts';
export * from './client.ts';
export * from './follow-scrape.ts';
export type { ExplainedKitSearch, KitList, KitSearch, KitSearchItem } from './kit-lists.ts';
export type { AnswerHead, CallOptions, Interceptor, OutgoingRequest } from '@kitroom/client';
export type { CatalogueClientOptions } from './connection.ts';
