// Loaded into Prism, which has no setting for it. Node closes a connection that is idle for five seconds, and a client
// on a busy machine may send its next request just then.
import { Server } from 'node:http';

const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server, ...words: Parameters<typeof listen>) {
  this.keepAliveTimeout = 600_000;
  return listen.apply(this, words);
} as typeof listen;
