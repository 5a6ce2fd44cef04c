-- AlterTable
ALTER TABLE "error_variants" ADD COLUMN     "culprit" TEXT NOT NULL DEFAULT '';
