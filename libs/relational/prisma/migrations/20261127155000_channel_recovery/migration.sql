-- AlterTable
ALTER TABLE "channels" ADD COLUMN     "recovered_at" TIMESTAMPTZ(3);
