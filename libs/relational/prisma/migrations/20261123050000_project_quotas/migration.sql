-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "ingest_quota_bytes" BIGINT;
