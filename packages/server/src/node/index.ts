export { respondToClientError } from './client-error.ts';
export { createNodeServer } from './create-server.ts';
export { createListener, type Listener, type NodeOptions } from './listener.ts';
