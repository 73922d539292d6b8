# The first stage builds the client; the second contains only what the server needs.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN node scripts/ready.mjs build

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
COPY package.json package-lock.json ./
# Without development packages, and without the install script that downloads the pinned Node: the image has its own.
RUN npm ci --omit=dev --ignore-scripts && mkdir /data && chown node:node /data
COPY CHANGELOG.md ./
COPY docs/api.md docs/
COPY content content
COPY src/engine src/engine
COPY src/shared src/shared
COPY src/server src/server
COPY src/bot src/bot
COPY packages packages
COPY scripts scripts
COPY --from=build /app/dist dist
# By its number, so that Kubernetes can check that it is not root.
USER 1000
VOLUME /data
EXPOSE 3000
# The first start after an update may migrate the database for minutes.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10m CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# After SIGTERM, running replies have 25 seconds to finish, and the process ends within 30: set `stop_grace_period` to 35 seconds.
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=16", "--heap-growing-percent=50", "--expose-gc", "src/server/main.ts"]
