/**
 * Whether two choices for one place exclude each other: a queue has one broker, but a backend has a language, a framework and
 * a database. Known names say of which sort they are; a place that holds many things is known by its words. Two tables. Pure.
 */

import { termsOf } from "../text/analyse.ts";

const SORTS: Readonly<Record<string, string>> = {
  language:
    "TypeScript JavaScript Python Go Golang Rust Java Kotlin Ruby PHP Swift Scala Elixir Clojure Haskell Zig Dart Perl",
  runtime: "Node Nodejs Deno Bun JVM",
  framework:
    "Fastify Express Koa Hono NestJS Django Flask FastAPI Rails Sinatra Laravel Symfony Spring Quarkus Gin Axum Actix Phoenix",
  view: "React Vue Svelte Angular Preact Lit Nextjs Nuxt SvelteKit Remix Astro jQuery",
  style: "Tailwind Bootstrap Sass",
  store:
    "Postgres PostgreSQL MySQL MariaDB SQLite MongoDB DynamoDB CockroachDB Oracle Redis Memcached Valkey Cassandra DuckDB ClickHouse Elasticsearch OpenSearch Meilisearch RabbitMQ Kafka NATS SQS Consul Etcd",
  mapper: "Prisma Drizzle TypeORM Sequelize Knex SQLAlchemy Hibernate Mongoose",
  runner: "Vitest Jest Mocha Ava Pytest JUnit RSpec",
  browser: "Playwright Cypress Selenium Puppeteer",
  linter: "Biome ESLint TSLint Ruff Flake8 Pylint",
  bundler: "Vite Webpack Rollup esbuild Parcel Turbopack",
  packages: "npm pnpm Yarn pip Poetry uv",
  container: "Docker Podman",
  host: "AWS GCP Azure Heroku Vercel Netlify Hetzner",
  protocol: "REST GraphQL gRPC tRPC SOAP",
};
const WIDE = new Set(
  termsOf(
    "backend frontend front-end back-end server client app application project codebase api web website site page service services microservice product system platform infrastructure stack repository monorepo cli library tests testing development production staging everything",
  ),
);
const sortOf: ReadonlyMap<string, string> = new Map(
  Object.entries(SORTS).flatMap(([sort, names]) => termsOf(names).map((name) => [name, sort] as const)),
);
/** It says that something else stood there. */
const MOVED =
  /\b(?:switch(?:ed|ing)?|mov(?:ed?|ing)|migrat(?:ed?|ing)|return(?:ed|ing)?|went back|go(?:ing)? back|back) to\b/i;

export interface MadeChoice {
  /** Both as keys of terms, parted by blanks. */
  readonly place: string;
  readonly chosen: string;
  readonly text: string;
}

/** The later one, of the same place, leaves no room for the earlier. */
export function excludes(later: MadeChoice, earlier: MadeChoice): boolean {
  const [one, other] = [sortIn(later.chosen), sortIn(earlier.chosen)];
  if (one !== undefined && other !== undefined) return one === other;
  return !later.place.split(" ").every((word) => WIDE.has(word)) || MOVED.test(later.text);
}

function sortIn(chosen: string): string | undefined {
  return chosen
    .split(" ")
    .map((word) => sortOf.get(word))
    .find((sort) => sort !== undefined);
}
