-- CreateTable
CREATE TABLE "sign_in_addresses" (
    "user_id" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_addresses_pkey" PRIMARY KEY ("user_id","network")
);

-- AddForeignKey
ALTER TABLE "sign_in_addresses" ADD CONSTRAINT "sign_in_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
