# syntax=docker/dockerfile:1
# From the repository's root: docker build -f infra/images/catalogue.Dockerfile -t kitroom-catalogue .
# Design: docs/decisions/0018-images.md.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-trixie-slim AS dependencies
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY packages/shared/package.json packages/shared/
COPY packages/server/package.json packages/server/
COPY packages/client/package.json packages/client/
COPY packages/catalogue-client/package.json packages/catalogue-client/
COPY services/catalogue/package.json services/catalogue/
# Removes source maps and type declarations, which are two fifths of all bytes.
RUN --mount=type=cache,target=/root/.npm --mount=type=cache,target=/root/.local/share/pnpm/store \
  npx -y "$(node -p "require('./package.json').packageManager")" install --prod --frozen-lockfile --filter '@kitroom/catalogue...' \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.[cm]ts' -o -name '*.d.ts' \) -delete \
  && rm -r pnpm-lock.yaml pnpm-workspace.yaml \
  && mkdir ../data

# Node.js's official image also contains npm and headers. Both images are based on the same Debian.
FROM debian:trixie-slim AS service
# By default, glibc keeps much of the freed memory.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
ENV NODE_COMPILE_CACHE=/app/node_modules/.cache/node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 BULK_DATA_ROOT=/data/bulk PATH=/app/bin:$PATH
WORKDIR /app
COPY --from=dependencies /usr/local/bin/node /usr/local/bin/
COPY --from=dependencies /app ./
COPY --from=dependencies --chown=10001:10001 /data /data
COPY infra/images/bin/catalogue bin/
COPY packages/shared/src packages/shared/src
COPY packages/server/src packages/server/src
COPY packages/client/src packages/client/src
COPY packages/catalogue-client/src packages/catalogue-client/src
COPY services/catalogue/migrations services/catalogue/migrations
COPY services/catalogue/src services/catalogue/src

# Caches the code that is loaded at the start, with types stripped and compiled, which saves a third of the
# CPU time. Node.js has one cache per user, with files that only this user can read. So the image's user
# compiles, and the copy belongs to root.
FROM service AS compiled
RUN mkdir -p -m 777 "$NODE_COMPILE_CACHE"
USER 10001:10001
RUN cd services/catalogue/src \
  && node -e "for (const name of ['commands', 'context', 'serve', 'worker', 'jobs', '../../../packages/server/src/jobs/queue']) import('./' + name + '.ts')" \
  && node main.ts --help

FROM service
LABEL org.opencontainers.image.title="Kitroom catalogue" \
  org.opencontainers.image.description="Football kits over HTTP: clubs, seasons, brands, competitions" \
  org.opencontainers.image.licenses="MIT"
COPY --from=compiled --chmod=755 /app/node_modules/.cache node_modules/.cache
USER 10001:10001
EXPOSE 4000
STOPSIGNAL SIGTERM
# Healthy while the service can process requests. Engines do not restart unhealthy containers, which would not
# fix a database anyway. Compose checks every second during the start; buildah and Podman do not support
# --start-interval.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/ready').then(({ ok }) => process.exit(ok ? 0 : 1))"]
ENTRYPOINT ["catalogue"]
CMD ["serve"]
