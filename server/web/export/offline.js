// Keeps the files of an exported page, so that it opens without a network. The export
// replaces the two values: a digest of the files, and their names.
const version = "{{VERSION}}";
const files = ["{{FILES}}"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== version).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === location.origin) {
    event.respondWith(caches.open(version).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((known) => known ?? fetch(event.request)));
  }
});
