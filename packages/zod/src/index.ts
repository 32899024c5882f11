export * from './schemas.gen.ts';
