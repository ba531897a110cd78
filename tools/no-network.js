/** Preloaded where the network cannot be cut: sockets, name look-ups and fetch throw. */
import dns from "node:dns";
import {syncBuiltinESMExports} from "node:module";
import net from "node:net";

function refuse(what) {
  return () => {
    throw new Error(`network is cut: ${what}`);
  };
}

const {connect} = net.Socket.prototype;

// Pipes between processes stay open: they have a path and no host.
net.Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  const path =
    typeof options === "object" ? options?.path : Number.isNaN(Number(options)) && options;
  if (!path) refuse("connect")();
  return connect.apply(this, args);
};

dns.lookup = refuse("lookup");
dns.promises.lookup = refuse("lookup");
globalThis.fetch = async () => refuse("fetch")();
syncBuiltinESMExports();
