-- CreateTable
CREATE TABLE "log_keys" (
    "project_number" INTEGER NOT NULL,
    "generation" INTEGER NOT NULL,
    "wrapped" TEXT,
    "is_from_start" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "retired_at" TIMESTAMPTZ(3),
    "destroyed_at" TIMESTAMPTZ(3),

    CONSTRAINT "log_keys_pkey" PRIMARY KEY ("project_number","generation")
);

-- CreateTable
CREATE TABLE "log_erasures" (
    "id" UUID NOT NULL,
    "project_number" INTEGER NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,
    "log_ends" JSONB NOT NULL,
    "log_cleared_at" TIMESTAMPTZ(3),

    CONSTRAINT "log_erasures_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "log_erasures_project_number_log_cleared_at_erased_at_idx" ON "log_erasures"("project_number", "log_cleared_at", "erased_at");
