/** Configuration of the Prisma command line, where its engine can be downloaded: `prisma migrate deploy`, `migrate status`, `studio`. */
export default {
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.SVC_DATABASE_URL ?? '' },
};
