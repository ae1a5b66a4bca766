export * from './colours.ts';
export * from './designs.ts';
export * from './kit-types.ts';
export * from './pagination.ts';
export * from './season-years.ts';
