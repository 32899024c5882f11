export { createServerFactory } from './create-server.ts';
