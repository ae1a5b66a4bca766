export * from './contracts/index.ts';
export * from './client.ts';
export * from './collection-error.ts';
export * from './pages.ts';
export type { AnswerHead, CallOptions, Fetch, HeadersOption } from '@kitroom/client';
