// Generated from cli/action by `npm run action`.
import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __require = /* @__PURE__ */ ((x) => typeof require !== "undefined" ? require : typeof Proxy !== "undefined" ? new Proxy(x, {
  get: (a, b) => (typeof require !== "undefined" ? require : a)[b]
}) : x)(function(x) {
  if (typeof require !== "undefined") return require.apply(this, arguments);
  throw Error('Dynamic require of "' + x + '" is not supported');
});
var __commonJS = (cb, mod2) => function __require2() {
  try {
    return mod2 || (0, cb[__getOwnPropNames(cb)[0]])((mod2 = { exports: {} }).exports, mod2), mod2.exports;
  } catch (e) {
    throw mod2 = 0, e;
  }
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod2, isNodeMode, target) => (target = mod2 != null ? __create(__getProtoOf(mod2)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod2 || !mod2.__esModule ? __defProp(target, "default", { value: mod2, enumerable: true }) : target,
  mod2
));

// node_modules/hpagent/index.js
var require_hpagent = __commonJS({
  "node_modules/hpagent/index.js"(exports, module) {
    "use strict";
    var https = __require("https");
    var http = __require("http");
    var { URL: URL2 } = __require("url");
    var HttpProxyAgent2 = class extends http.Agent {
      constructor(options) {
        const { proxy, proxyRequestOptions, ...opts } = options;
        super(opts);
        this.proxy = typeof proxy === "string" ? new URL2(proxy) : proxy;
        this.proxyRequestOptions = proxyRequestOptions || {};
      }
      createConnection(options, callback) {
        const requestOptions = {
          ...this.proxyRequestOptions,
          method: "CONNECT",
          host: this.proxy.hostname,
          port: this.proxy.port,
          path: `${options.host}:${options.port}`,
          setHost: false,
          headers: { ...this.proxyRequestOptions.headers, connection: this.keepAlive ? "keep-alive" : "close", host: `${options.host}:${options.port}` },
          agent: false,
          timeout: options.timeout || 0
        };
        if (this.proxy.username || this.proxy.password) {
          const base64 = Buffer.from(`${decodeURIComponent(this.proxy.username || "")}:${decodeURIComponent(this.proxy.password || "")}`).toString("base64");
          requestOptions.headers["proxy-authorization"] = `Basic ${base64}`;
        }
        if (this.proxy.protocol === "https:") {
          requestOptions.servername = this.proxy.hostname;
        }
        const request = (this.proxy.protocol === "http:" ? http : https).request(requestOptions);
        request.once("connect", (response, socket, head) => {
          request.removeAllListeners();
          socket.removeAllListeners();
          if (response.statusCode === 200) {
            callback(null, socket);
          } else {
            socket.destroy();
            callback(new Error(`Bad response: ${response.statusCode}`), null);
          }
        });
        request.once("timeout", () => {
          request.destroy(new Error("Proxy timeout"));
        });
        request.once("error", (err) => {
          request.removeAllListeners();
          callback(err, null);
        });
        request.end();
      }
    };
    var HttpsProxyAgent2 = class extends https.Agent {
      constructor(options) {
        const { proxy, proxyRequestOptions, ...opts } = options;
        super(opts);
        this.proxy = typeof proxy === "string" ? new URL2(proxy) : proxy;
        this.proxyRequestOptions = proxyRequestOptions || {};
      }
      createConnection(options, callback) {
        const requestOptions = {
          ...this.proxyRequestOptions,
          method: "CONNECT",
          host: this.proxy.hostname,
          port: this.proxy.port,
          path: `${options.host}:${options.port}`,
          setHost: false,
          headers: { ...this.proxyRequestOptions.headers, connection: this.keepAlive ? "keep-alive" : "close", host: `${options.host}:${options.port}` },
          agent: false,
          timeout: options.timeout || 0
        };
        if (this.proxy.username || this.proxy.password) {
          const base64 = Buffer.from(`${decodeURIComponent(this.proxy.username || "")}:${decodeURIComponent(this.proxy.password || "")}`).toString("base64");
          requestOptions.headers["proxy-authorization"] = `Basic ${base64}`;
        }
        if (this.proxy.protocol === "https:") {
          requestOptions.servername = this.proxy.hostname;
        }
        const request = (this.proxy.protocol === "http:" ? http : https).request(requestOptions);
        request.once("connect", (response, socket, head) => {
          request.removeAllListeners();
          socket.removeAllListeners();
          if (response.statusCode === 200) {
            const secureSocket = super.createConnection({ ...options, socket });
            callback(null, secureSocket);
          } else {
            socket.destroy();
            callback(new Error(`Bad response: ${response.statusCode}`), null);
          }
        });
        request.once("timeout", () => {
          request.destroy(new Error("Proxy timeout"));
        });
        request.once("error", (err) => {
          request.removeAllListeners();
          callback(err, null);
        });
        request.end();
      }
    };
    module.exports = {
      HttpProxyAgent: HttpProxyAgent2,
      HttpsProxyAgent: HttpsProxyAgent2
    };
  }
});

// cli/api/tls-fault.ts
var optionNames = { caFile: "--ca-file", url: "--url or SDO_URL" };
var untrusted = "This machine does not trust the authority of its certificate. If your company has its own authority, give its PEM file with {caFile} or NODE_EXTRA_CA_CERTS.";
var faults = {
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: "Its certificate has expired. Its operator has to renew it.",
  CERT_NOT_YET_VALID: "Its certificate is not valid yet. Check the clock of this machine.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for another name. Check the address ({url}), and whether a proxy answers instead.",
  EPROTO: "It does not speak TLS there. Check the address ({url})."
};
function explainTlsFault(code, { caFile, url } = optionNames) {
  if (code === void 0) return void 0;
  const fault = faults[code] ?? (code.startsWith("ERR_SSL_") ? faults.EPROTO : void 0);
  return fault?.replace("{caFile}", caFile).replace("{url}", url);
}

// cli/exit-codes.ts
var exitCodes = {
  done: 0,
  /** A deployment that was waited for failed, or was stopped or declined. */
  deploymentFailed: 1,
  usage: 2,
  notSignedIn: 3,
  /** SDO understood and said no. */
  refused: 4,
  notReached: 5,
  /** The deployment that was waited for had not ended in time. It goes on. */
  timedOut: 6,
  /** The deployment is live, and a name of what it brought does not answer, because it is taken. */
  nameTaken: 7,
  /** The deployment was live, and SDO has undone it while it was watched. */
  undone: 8,
  interrupted: 130
};

// cli/action/create-send.ts
import { once } from "node:events";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import { rootCertificates } from "node:tls";

// core/outgoing/proxy-agent.ts
import { Agent } from "node:https";

// node_modules/hpagent/index.mjs
var import_index = __toESM(require_hpagent(), 1);
var HttpProxyAgent = import_index.default.HttpProxyAgent;
var HttpsProxyAgent = import_index.default.HttpsProxyAgent;

// core/outgoing/proxy-agent.ts
var ProxyAgent = class extends Agent {
  constructor(rule, options = {}) {
    super(options);
    this.rule = rule;
  }
  rule;
  createConnection(options, done) {
    const host = options.host.includes(":") ? `[${options.host}]` : options.host;
    const proxy = this.rule(new URL(`https://${host}:${options.port}`));
    const way = proxy === void 0 ? Agent.prototype : tunnelOf(proxy);
    return way.createConnection.call(proxy === void 0 ? this : way, options, done);
  }
};
var tunnelOf = (proxy) => new HttpsProxyAgent({ proxy });

// core/outgoing/proxy-rule.ts
import { BlockList, isIP } from "node:net";
var readProxyVariables = (environment) => Object.fromEntries(
  ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"].map((name) => [
    name,
    environment[name]?.trim() || environment[name.toLowerCase()]?.trim() || void 0
  ])
);
function createProxyRule({ HTTPS_PROXY, HTTP_PROXY, NO_PROXY = "" }) {
  const exceptions = NO_PROXY.split(/[\s,]+/).filter(Boolean);
  return (address) => {
    const host = hostOf(address).toLowerCase();
    const port = address.port || (address.protocol === "https:" ? "443" : "80");
    const isDirect = ["localhost", "127.0.0.0/8", "::1", ...exceptions].some(
      (entry) => holds(entry.toLowerCase(), host, port)
    );
    return isDirect ? void 0 : address.protocol === "https:" ? HTTPS_PROXY : HTTP_PROXY;
  };
}
function holds(entry, host, port) {
  if (entry === "*") return true;
  const [, bracketed, plain, wantedPort] = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(entry) ?? [];
  if (wantedPort !== void 0 && wantedPort !== port) return false;
  const wanted = bracketed ?? plain ?? withoutBrackets(entry);
  const name = wanted.replace(/^\*?\.*/, "");
  return isIP(host) === 0 ? host === name || host.endsWith(`.${name}`) : isWithin(wanted, host);
}
function isWithin(range, address) {
  const [network = "", bits] = range.split("/");
  const family = isIP(network);
  if (family === 0 || family !== isIP(address)) return false;
  const width = family === 6 ? 128 : 32;
  const prefix = bits === void 0 ? width : Number(bits);
  if (!(prefix >= 0 && prefix <= width)) return false;
  const type = family === 6 ? "ipv6" : "ipv4";
  const list = new BlockList();
  list.addSubnet(network, prefix, type);
  return list.check(address, type);
}
var withoutBrackets = (host) => host.replace(/^\[|\]$/g, "");
var hostOf = ({ hostname }) => withoutBrackets(hostname);

// cli/api/read-authorities.ts
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

// cli/cli-error.ts
var CliError = class extends Error {
  constructor(message, facts) {
    super(message);
    this.facts = facts;
  }
  facts;
  name = "CliError";
};
var usageError = (message, hint) => new CliError(message, { exitCode: exitCodes.usage, hint });

// cli/api/read-authorities.ts
function readAuthorities(path) {
  try {
    const text2 = readFileSync(path, "utf8");
    new X509Certificate(text2);
    return text2;
  } catch {
    throw usageError(
      `Found no certificates in ${path}.`,
      "--ca-file needs a PEM file, which begins with -----BEGIN CERTIFICATE-----."
    );
  }
}

// cli/action/create-send.ts
function createSend({ environment, caFile }) {
  const agent = new ProxyAgent(createProxyRule(readProxyVariables(environment)), {
    ...caFile !== void 0 && { ca: [...rootCertificates, readAuthorities(caFile)] }
  });
  return async (address, { body, ...options }) => {
    const request = address.protocol === "https:" ? requestHttps(address, { ...options, agent }) : (
      // Nothing but programs on this machine is asked like this.
      requestHttp(address, options)
    );
    request.end(body);
    const [response] = await once(request, "response");
    const headers = new Headers();
    for (const [name, values = []] of Object.entries(response.headersDistinct))
      for (const value of values) headers.append(name, value);
    return { status: response.statusCode ?? 0, headers, text: await text(response) };
  };
}
export {
  createSend,
  exitCodes,
  explainTlsFault
};
