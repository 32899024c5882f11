// Loaded into Prism, which has no setting for this. Node closes a connection after five idle seconds, and a client
// on a busy machine may send its next request at that moment.
import { Server } from 'node:http';

const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server, ...words: Parameters<typeof listen>) {
  this.keepAliveTimeout = 600_000;
  return listen.apply(this, words);
} as typeof listen;
