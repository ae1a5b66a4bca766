export * from './contracts/index.ts';
export * from './catalogue-error.ts';
export * from './client.ts';
export * from './follow-scrape.ts';
export type { Around, AskedQuestion, CallOptions, CatalogueClientOptions } from './connection.ts';
