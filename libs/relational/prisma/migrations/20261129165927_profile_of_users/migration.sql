-- AlterTable
ALTER TABLE "users" ADD COLUMN     "preferences" JSON NOT NULL DEFAULT '{}',
ADD COLUMN     "time_zone" TEXT;
