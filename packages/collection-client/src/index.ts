export * from './contracts/index.ts';
export * from './client.ts';
export * from './collection-client.ts';
export * from './collection-error.ts';
export * from './inputs.ts';
export * from './pages.ts';
export type { CallOptions, CollectionClientOptions, Fetch, HeadersOption } from './connection.ts';
