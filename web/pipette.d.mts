// TypeScript looks here for the types of pipette.mjs.
export * from './pipette.js';
