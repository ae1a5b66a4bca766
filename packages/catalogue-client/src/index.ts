export * from './contracts/index.ts';
export { CatalogueError, type CatalogueClientOptions, type CatalogueErrorCode } from './connection.ts';
export * from './client.ts';
export * from './follow-scrape.ts';
export type { AnswerHead, CallOptions, Interceptor, OutgoingRequest } from '@kitroom/client';
