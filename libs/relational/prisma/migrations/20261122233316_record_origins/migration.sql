-- AlterTable
ALTER TABLE "codehost_configs" ADD COLUMN     "created_at" TIMESTAMPTZ(3),
ADD COLUMN     "created_by" TEXT,
ADD COLUMN     "version" BIGINT NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "cohorts" ADD COLUMN     "created_by" TEXT,
ADD COLUMN     "version" BIGINT NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "config_entries" ADD COLUMN     "created_by" TEXT;

-- AlterTable
ALTER TABLE "flags" ADD COLUMN     "created_by" TEXT;

-- AlterTable
ALTER TABLE "project_deletions" ADD COLUMN     "created_by" TEXT;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "created_by" TEXT;
