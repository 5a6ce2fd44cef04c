<?php

/** Fails and prints what failed, one JSON object a line, as a logger of PHP would have it. */
class Declined extends RuntimeException
{
}

function charge(int $order): void
{
    throw new Declined("card of order $order was declined");
}

function ship(int $order): void
{
    intdiv($order, 0);
}

function run(callable $call, int $order): void
{
    try {
        $call($order);
    } catch (Throwable $failure) {
        $report = ['type' => $failure::class, 'message' => $failure->getMessage(), 'stack' => (string) $failure];
        echo json_encode($report), "\n";
    }
}

run('charge', 7);
run('charge', 4711);
run('ship', 7);
