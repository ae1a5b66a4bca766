# syntax=docker/dockerfile:1
# From the repository's root: docker build -f infra/images/showcase.Dockerfile -t kitroom-showcase .
# Design: docs/decisions/0018-images.md.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-trixie-slim AS site
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY packages/shared/package.json packages/shared/
COPY packages/client/package.json packages/client/
COPY packages/catalogue-client/package.json packages/catalogue-client/
COPY packages/collection-client/package.json packages/collection-client/
COPY packages/showcase/package.json packages/showcase/
RUN --mount=type=cache,target=/root/.npm --mount=type=cache,target=/root/.local/share/pnpm/store \
  npx -y "$(node -p "require('./package.json').packageManager")" install --prod --frozen-lockfile --filter '@kitroom/showcase...'
COPY tsconfig.base.json ./
COPY packages/shared/src packages/shared/src
COPY packages/client/src packages/client/src
COPY packages/catalogue-client/src packages/catalogue-client/src
COPY packages/collection-client/src packages/collection-client/src
COPY packages/showcase packages/showcase
RUN cd packages/showcase && node node_modules/vite/bin/vite.js build

FROM debian:trixie-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends nginx \
  && rm -r /var/lib/apt/lists/* /var/cache/apt/*
LABEL org.opencontainers.image.title="Kitroom showcase" \
  org.opencontainers.image.description="A front end for the Kitroom catalogue and collection services" \
  org.opencontainers.image.licenses="MIT"
ENV PORT=8080
COPY infra/images/bin/showcase /usr/local/bin/
COPY infra/images/showcase-nginx.conf infra/nginx/showcase.conf /etc/kitroom/
COPY --from=site /app/packages/showcase/dist /srv/showcase
USER 10001:10001
EXPOSE 8080
# With this signal, nginx finishes running requests.
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'HEAD / HTTP/1.0\\r\\n\\r\\n' >&3 && grep -q '^HTTP/1.1 200' <&3"]
ENTRYPOINT ["showcase"]
