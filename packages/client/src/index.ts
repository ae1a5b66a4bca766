export * from './call-endpoint.ts';
export * from './client-error.ts';
export * from './client-options.ts';
export * from './connection.ts';
export * from './deadline.ts';
export * from './endpoint.ts';
export * from './request-content.ts';
export * from './pages.ts';
export { findUploadWithProgress } from './upload-with-progress.ts';
