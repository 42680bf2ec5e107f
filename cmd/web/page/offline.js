// This worker keeps the page's files, so that the page also opens without a network. Browsers run
// it only over https and for addresses of the same machine. If the server answers, its files count:
// a kept program may be older than the host or the club. make web puts version and files before
// this.
const cache = `mancala ${version}`;

addEventListener("install", (event) => {
  skipWaiting();
  const wanted = files.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(cache).then((kept) => kept.addAll(wanted)));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("mancala ") && name !== cache;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { scope } = registration;
  const name = request.url.replace(/[?#].*/s, "").replace(scope, "").replace(/^(index\.html)?$/, "./");
  if (request.method !== "GET" || !files.includes(name)) return;
  event.respondWith(fetch(request).catch(async () => (await caches.match(name)) ?? Response.error()));
});
