export * from './colours.ts';
export * from './designs.ts';
export * from './kit-picture/draw-kit.ts';
export * from './kit-types.ts';
export * from './pagination.ts';
export * from './season-years.ts';
export * from './contract.ts';
export * from './inputs.ts';
