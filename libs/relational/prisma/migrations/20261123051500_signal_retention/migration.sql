-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "events_retention_days" INTEGER,
ADD COLUMN     "logs_retention_days" INTEGER,
ADD COLUMN     "metrics_retention_days" INTEGER,
ADD COLUMN     "traces_retention_days" INTEGER;
