/** A small program that throws: nested classes, a lambda, methods that are inlined, overloads, and an exception with causes. */
export const SHOP = {
  'com/shop/Main.java': `package com.shop;

public class Main {
    public static void main(String[] arguments) {
        for (int scenario = 0; scenario < 6; scenario++) {
            try {
                new Checkout(arguments.length + scenario).run(scenario);
            } catch (RuntimeException failure) {
                failure.printStackTrace();
            }
        }
    }
}
`,
  'com/shop/Checkout.java': `package com.shop;

import java.util.Arrays;
import java.util.List;

class Checkout {
    private final int seed;
    private final Cart cart = new Cart();

    Checkout(int seed) {
        this.seed = seed;
    }

    void run(int scenario) {
        switch (scenario) {
            case 0:
                cart.add(new Item("tea", -1 - seed));
                break;
            case 1:
                charge("card");
                break;
            case 2:
                charge(seed);
                break;
            case 3:
                List<String> names = Arrays.asList("a", null, "b" + seed);
                names.forEach(name -> System.err.println(name.length()));
                break;
            case 4:
                new Audit.Entry(cart, seed).write();
                break;
            default:
                recurse(seed);
        }
    }

    private void charge(String method) {
        try {
            new Payment(method).authorize(seed);
        } catch (IllegalStateException refused) {
            throw new CheckoutFailed("no payment by " + method, refused);
        }
    }

    private void charge(int amount) {
        try {
            new Payment("cash").authorize(-amount);
        } catch (IllegalStateException refused) {
            CheckoutFailed failed = new CheckoutFailed("no payment of " + amount, refused);
            failed.addSuppressed(new CheckoutFailed("while closing", null));
            throw failed;
        }
    }

    private int recurse(int depth) {
        if (depth > 8) {
            return 10 / (depth - depth);
        }
        return recurse(depth + 1) + 1;
    }
}
`,
  'com/shop/Cart.java': `package com.shop;

import java.util.ArrayList;
import java.util.List;

class Cart {
    private final List<Item> items = new ArrayList<>();

    void add(Item item) {
        check(item);
        items.add(item);
    }

    private static void check(Item item) {
        item.requirePrice();
    }

    int size() {
        return items.size();
    }
}
`,
  'com/shop/Item.java': `package com.shop;

class Item {
    private final String name;
    private final int price;

    Item(String name, int price) {
        this.name = name;
        this.price = price;
    }

    void requirePrice() {
        if (isFree()) {
            throw new IllegalArgumentException(
                name + " has no price");
        }
    }

    private boolean isFree() {
        return price <= 0;
    }
}
`,
  'com/shop/Payment.java': `package com.shop;

class Payment {
    private final String method;

    Payment(String method) {
        this.method = method;
    }

    void authorize(int amount) {
        Gateway gateway = new Gateway();
        gateway.call(method, amount);
    }

    private static class Gateway {
        void call(String method, int amount) {
            if (amount < 0) {
                throw new IllegalStateException("negative");
            }
            throw new IllegalStateException(describe(method));
        }

        private String describe(String method) {
            return "refused: " + method;
        }
    }
}
`,
  'com/shop/Audit.java': `package com.shop;

class Audit {
    static class Entry {
        private final Cart cart;
        private final int seed;

        Entry(Cart cart, int seed) {
            this.cart = cart;
            this.seed = seed;
        }

        void write() {
            Runnable task = new Runnable() {
                @Override
                public void run() {
                    fail(cart.size());
                }
            };
            task.run();
        }

        private void fail(int size) {
            throw new CheckoutFailed("entry " + (size + seed), null);
        }
    }
}
`,
  'com/shop/CheckoutFailed.java': `package com.shop;

class CheckoutFailed extends RuntimeException {
    CheckoutFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
`,
} as const;
