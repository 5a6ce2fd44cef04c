-- AlterTable
ALTER TABLE "project_deletions" ADD COLUMN     "log_cleared_at" TIMESTAMPTZ(3),
ADD COLUMN     "log_ends" JSONB NOT NULL DEFAULT '[]';
